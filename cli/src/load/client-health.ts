/** Whether the figures are the server's or our own: what the process that makes the load had to spare. */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { ClientLoad } from './timeline.ts';

/** One process that made load. */
export interface ClientHealth {
  shard: number;
  /** How late the event loop was, in milliseconds. */
  loopDelayP50: number;
  loopDelayP99: number;
  loopDelayMax: number;
  /** How much of the time the event loop was busy, 0 to 1. */
  utilization: number;
  cpuSeconds: number;
  /** The most memory it held at once. */
  maxRssBytes: number;
  /** After the first second, in the last one, and the most of each. */
  memory?: { start: Memory; end: Memory; max: Memory } | undefined;
}

/** Resident, and the part of it that JavaScript's objects take. */
export interface Memory {
  rssBytes: number;
  heapBytes: number;
}

const everyMs = 1000;
/** The resolution of the measurement; part of every value the platform reports. */
const resolutionMs = 10;

/**
 * Watches this process.
 * @param onSecond called for each second
 * @returns what ends it and sums up
 */
export function watchClient(
  onSecond: (load: ClientLoad) => void,
): () => Omit<ClientHealth, 'shard'> {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  const loopBefore = performance.eventLoopUtilization();
  const cpuBefore = process.cpuUsage();
  let maxRssBytes = process.memoryUsage.rss();
  let last = { cpu: cpuBefore, at: performance.now() };
  let memory: ClientHealth['memory'];
  const look = () => {
    const now = performance.now();
    // Too short a moment gives no useful share.
    if (now - last.at < everyMs / 4) return;
    const { user, system } = process.cpuUsage(last.cpu);
    const { rss, heapUsed } = process.memoryUsage();
    maxRssBytes = Math.max(maxRssBytes, rss);
    memory = grown(memory, { rssBytes: rss, heapBytes: heapUsed });
    const cpu = (user + system) / 1000 / (now - last.at);
    last = { cpu: process.cpuUsage(), at: now };
    onSecond({ cpu, rssBytes: rss, heapBytes: heapUsed });
  };
  const timer = setInterval(look, everyMs);
  return () => {
    clearInterval(timer);
    look();
    delays.disable();
    const { user, system } = process.cpuUsage(cpuBefore);
    const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolutionMs);
    // In a short run without a single sample the platform has no number.
    const told = (nanoseconds: number) => (delays.count > 0 ? late(nanoseconds) : 0);
    return {
      loopDelayP50: told(delays.percentile(50)),
      loopDelayP99: told(delays.percentile(99)),
      loopDelayMax: told(delays.max),
      utilization: performance.eventLoopUtilization(loopBefore).utilization,
      cpuSeconds: (user + system) / 1e6,
      maxRssBytes,
      ...(memory ? { memory } : {}),
    };
  };
}

function grown(before: ClientHealth['memory'], end: Memory): NonNullable<ClientHealth['memory']> {
  const { start, max } = before ?? { start: end, max: end };
  const rssBytes = Math.max(max.rssBytes, end.rssBytes);
  return { start, end, max: { rssBytes, heapBytes: Math.max(max.heapBytes, end.heapBytes) } };
}
