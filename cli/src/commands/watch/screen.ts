/** Lines that are written over in place, where somebody watches; elsewhere each round is printed. */
export function screen(stream: NodeJS.WriteStream = process.stdout) {
  const alive = Boolean(stream.isTTY) && process.env.TERM !== 'dumb';
  let drawn = 0;
  return {
    alive,
    draw(lines: readonly string[]) {
      const up = alive && drawn > 0 ? `\u001b[${drawn}A` : '';
      const clear = alive ? '\u001b[0J' : '';
      stream.write(`${up}${clear}${lines.join('\n')}\n`);
      drawn = lines.length;
    },
  };
}
