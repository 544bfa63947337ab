/** A call refused outside its handler. Handlers return their refusals, so that the contract types them. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** A handler's refusal. The operation decides whether it is sent as text or as JSON. */
export function refuse<const S extends number>(
  status: S,
  body: string,
): { status: S; body: string } {
  return { status, body };
}
