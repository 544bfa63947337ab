import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  /** What stands there after a crash. Default: nothing. */
  instead?: (error: unknown) => ReactNode;
  children: ReactNode;
}

interface State {
  error?: unknown;
}

/** Keeps a crash to one part of the page. */
export class Boundary extends Component<BoundaryProps, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error() };
  }

  override render() {
    const { error } = this.state;
    return error ? this.props.instead?.(error) : this.props.children;
  }
}
