/** Node's own answer to the part of pako that hdr-histogram-js uses: the bundle is 0.1 MB smaller, the package by two others. */
export { deflateSync as deflate, inflateSync as inflate } from 'node:zlib';
