import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';

/** A menu link; marks the current page. */
export function NavLink({ to, children }: { to: string; children: ReactNode }) {
  const [path] = useLocation();
  const isHere = samePage(path, decodeURI(to));
  return (
    <Link to={to} aria-current={isHere ? 'page' : undefined}>
      {children}
    </Link>
  );
}

function samePage(one: string, other: string): boolean {
  const plain = (path: string) => path.toLowerCase().replace(/\/$/, '');
  return plain(one) === plain(other);
}

/** Open or closed; opening another page closes it. */
export function useOpen(): [open: boolean, setOpen: (open: boolean) => void] {
  const [path] = useLocation();
  const [openOn, setOpenOn] = useState('');
  if (openOn && openOn !== path) setOpenOn('');
  return [openOn === path, (open) => setOpenOn(open ? path : '')];
}

interface SubMenuProps {
  label: string;
  onOpen?: () => void;
  children: ReactNode;
}

/** A menu under its own button; closes on Escape, on a click or focus elsewhere, and on another page. */
export function SubMenu({ label, onOpen, children }: SubMenuProps) {
  const [open, setOpen] = useOpen();
  const box = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(() => setOpen(false));
  useEffect(() => {
    if (!open) return;
    const leave = (event: Event) => {
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape';
      const isInside = event.target instanceof Node && box.current?.contains(event.target);
      if (event.type === 'keydown' ? !isEscape : isInside) return;
      close();
      if (isEscape) box.current?.querySelector('button')?.focus();
    };
    const events = ['keydown', 'focusin', 'pointerdown'];
    for (const event of events) addEventListener(event, leave);
    return () => {
      for (const event of events) removeEventListener(event, leave);
    };
  }, [open]);
  const toggle = () => {
    setOpen(!open);
    onOpen?.();
  };
  return (
    <div className="submenu" ref={box}>
      <button type="button" aria-expanded={open} onClick={toggle}>
        {label}
      </button>
      <div className="submenu-list" hidden={!open}>
        {children}
      </div>
    </div>
  );
}
