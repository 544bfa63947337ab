/** Choosing and sending files. */
export const texts = {
  stored: (name: string) =>
    `${name} is uploaded already and will not be sent again. Choose a file only to replace it.`,
  sending: (name: string) => `Uploading ${name}`,
  percent: (percent: number) => `${percent}%`,
  cancel: 'Cancel the upload',
};
