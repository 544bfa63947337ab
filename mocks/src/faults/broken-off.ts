/** A body of which only the beginning arrives. */
export function brokenOff(): ReadableStream<Uint8Array> {
  let isBegun = false;
  return new ReadableStream({
    pull(controller) {
      if (isBegun) controller.error(new Error('The connection broke off.'));
      else controller.enqueue(new TextEncoder().encode('{"profilePicture":'));
      isBegun = true;
    },
  });
}
