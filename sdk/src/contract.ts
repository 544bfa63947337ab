/** The contract for users of the SDK: forms with their rules and messages, dialects, states, limits and examples. */
export * from '@one-planet/contract';
