/**
 * Writes a PDF with one picture a page. It uses the internal parts of pdf-lib, because most of the rest is fonts, which
 * would double its weight.
 */
import {
  JpegEmbedder,
  PDFCatalog,
  PDFContext,
  PDFName,
  PDFPageLeaf,
  PDFPageTree,
  PDFWriter,
} from '@cantoo/pdf-lib';

interface PdfPage {
  /** A JPEG. */
  picture: Blob;
  /** Clockwise, in degrees. */
  turn: number;
}

/** A4, in points. */
const a4SidesInPoints = { short: 595.28, long: 841.89 };

export async function writePdf(pdfPages: readonly PdfPage[]): Promise<Uint8Array<ArrayBuffer>> {
  const context = PDFContext.create();
  const pageTree = PDFPageTree.withContext(context);
  const pagesRef = context.register(pageTree);
  context.trailerInfo.Root = context.register(PDFCatalog.withContextAndPages(context, pagesRef));
  for (const { picture, turn } of pdfPages) {
    const jpegEmbedder = await JpegEmbedder.for(new Uint8Array(await picture.arrayBuffer()));
    const isWide = jpegEmbedder.width > jpegEmbedder.height;
    const [width, height] = isWide
      ? [a4SidesInPoints.long, a4SidesInPoints.short]
      : [a4SidesInPoints.short, a4SidesInPoints.long];
    const scale = Math.min(width / jpegEmbedder.width, height / jpegEmbedder.height);
    const [drawnWidth, drawnHeight] = [jpegEmbedder.width * scale, jpegEmbedder.height * scale];
    const page = PDFPageLeaf.withContextAndParent(context, pagesRef);
    page.set(PDFName.of('MediaBox'), context.obj([0, 0, width, height]));
    page.set(PDFName.of('Rotate'), context.obj(turn));
    page.setXObject(PDFName.of('Photo'), await jpegEmbedder.embedIntoContext(context));
    const matrix = [
      drawnWidth,
      0,
      0,
      drawnHeight,
      (width - drawnWidth) / 2,
      (height - drawnHeight) / 2,
    ].map((number) => number.toFixed(2));
    const drawingStream = context.stream(`q ${matrix.join(' ')} cm /Photo Do Q`);
    page.addContentStream(context.register(drawingStream));
    pageTree.pushLeafNode(context.register(page));
  }
  return new Uint8Array(await PDFWriter.forContext(context, 50).serializeToBuffer());
}
