/** What every screen is given. */
export interface ScreenProps {
  /** What stands in the address, decoded. */
  params: Readonly<Record<string, string>>;
}
