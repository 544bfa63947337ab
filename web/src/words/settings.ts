/** What a deployment with wrong settings shows. */
export const texts = {
  title: 'This website can not start',
  wrong: 'Its settings (config.json) are wrong:',
  unreachable: 'config.json could not be loaded. Please check your internet connection.',
  noJson: 'config.json is not valid JSON.',
};
