import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';

/** A link of the menu that knows whether its page is open. */
export function NavLink({ to, children }: { to: string; children: ReactNode }) {
  const [path] = useLocation();
  const isHere = path.toLowerCase() === to.toLowerCase();
  return (
    <Link to={to} aria-current={isHere ? 'page' : undefined}>
      {children}
    </Link>
  );
}

interface SubMenuProps {
  label: string;
  onOpen?: () => void;
  children: ReactNode;
}

/** A menu that opens under its own button; it closes with Escape, when one turns elsewhere and on another page. */
export function SubMenu({ label, onOpen, children }: SubMenuProps) {
  const [path] = useLocation();
  const [openOn, setOpenOn] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  const open = openOn === path;
  useEffect(() => {
    if (!open) return;
    const leave = (event: Event) => {
      const isEscape = (event as KeyboardEvent).key === 'Escape';
      if (event.type === 'keydown' ? !isEscape : box.current?.contains(event.target as Node))
        return;
      setOpenOn(undefined);
      if (isEscape) box.current?.querySelector('button')?.focus();
    };
    const events = ['keydown', 'focusin', 'pointerdown'];
    for (const event of events) addEventListener(event, leave);
    return () => {
      for (const event of events) removeEventListener(event, leave);
    };
  }, [open]);
  const toggle = () => {
    setOpenOn(open ? undefined : path);
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
