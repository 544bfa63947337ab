/**
 * Reads how the camera was held that took a WebP. Chromium and Firefox turn JPEGs and PNGs, but no WebPs, and other
 * engines may: so the orientation is hidden from all of them.
 */

/** The orientation of a picture that need not be turned, as EXIF numbers it. */
export const upright = 1;

/**
 * @param buffer a WebP
 * @returns the orientation, as EXIF numbers it, and the picture without it
 */
export function hideWebpOrientation(buffer: ArrayBuffer): [orientation: number, picture: Blob] {
  const view = new DataView(buffer);
  // After the file's header each chunk has a name, a length, and an even number of bytes.
  for (let offset = 12; offset + 8 <= buffer.byteLength; ) {
    const dataLength = view.getUint32(offset + 4, true);
    const dataOffset = offset + 8;
    if (readText(view, offset) === 'EXIF') {
      const dataEnd = Math.min(dataOffset + dataLength, buffer.byteLength);
      const exif = new DataView(buffer.slice(dataOffset, dataEnd));
      const picture = new Blob([buffer.slice(0, offset), 'NONE', buffer.slice(offset + 4)]);
      return [readExifOrientation(exif), picture];
    }
    offset = dataOffset + dataLength + (dataLength % 2);
  }
  return [upright, new Blob([buffer])];
}

const orientationTag = 0x0112;

function readExifOrientation(exif: DataView): number {
  try {
    // Some programs write the name that JPEGs have before it.
    const start = readText(exif, 0) === 'Exif' ? 6 : 0;
    const isLittleEndian = readText(exif, start).startsWith('II');
    const directory = start + exif.getUint32(start + 4, isLittleEndian);
    const entryCount = exif.getUint16(directory, isLittleEndian);
    for (let index = 0; index < entryCount; index += 1) {
      const entry = directory + 2 + 12 * index;
      if (exif.getUint16(entry, isLittleEndian) === orientationTag)
        return exif.getUint16(entry + 8, isLittleEndian);
    }
  } catch {
    // A part of it is missing.
  }
  return upright;
}

function readText(view: DataView, offset: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(offset + index)));
}
