/** The smallest picture every decoder takes: one grey pixel. */
const onePixel =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z';

/** Makes a small real picture. @returns the bytes of a JPEG */
export function makeJpeg(): Uint8Array {
  return new Uint8Array(Buffer.from(onePixel, 'base64'));
}
