export const texts = {
  title: 'Page Not Found',
  text: 'The page you asked for is not here. The address may have a typing mistake, or the page has moved.',
};
