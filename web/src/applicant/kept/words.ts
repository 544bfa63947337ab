/** Keeping what is typed beyond the tab. */
export const texts = {
  keep: 'Keep what I type on this device until I log out',
  hint: 'What you type stays in this tab in any case. With this it is also there when you open the site again, for example after a power cut. It is encrypted, and gone once you log out. Leave it off on a device that others use.',
  failed: 'This browser cannot keep it. What you type stays in this tab.',
};
