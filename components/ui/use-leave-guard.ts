"use client";

import { useEffect } from "react";

/** Returns whether a click on a link would replace this page with another one of the service. */
function isLeaving(event: MouseEvent): boolean {
  if (event.metaKey || event.ctrlKey || event.shiftKey || !(event.target instanceof Element))
    return false;
  const link = event.target.closest<HTMLAnchorElement>("a[href]");
  return link !== null && link.origin === window.location.origin && !link.download && !link.target;
}

/**
 * While `isGuarded`, lets nobody leave the page by accident: the browser asks before it closes or reloads the page, and
 * a link calls `onBlocked` instead, as does Back in browsers that let a page refuse it.
 */
export function useLeaveGuard(isGuarded: boolean, onBlocked: () => void): void {
  useEffect(() => {
    if (!isGuarded) return;
    const guard = new AbortController();
    const { signal } = guard;
    window.addEventListener("beforeunload", (event) => event.preventDefault(), { signal });
    const onClick = (event: MouseEvent) => {
      if (!isLeaving(event)) return;
      event.preventDefault();
      // The framework's router opens a link before anything else can refuse it.
      event.stopPropagation();
      onBlocked();
    };
    document.addEventListener("click", onClick, { capture: true, signal });
    const onNavigate = (event: NavigateEvent) => {
      if (event.navigationType !== "traverse" || !event.cancelable) return;
      event.preventDefault();
      onBlocked();
    };
    window.navigation?.addEventListener("navigate", onNavigate, { signal });
    return () => guard.abort();
  }, [isGuarded, onBlocked]);
}
