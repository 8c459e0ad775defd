import { capitalised } from "@/components/ui/words";
import type { Reader } from "./shell";

interface ConsoleBarProps {
  environment: "staging" | "production";
  person: Reader;
}

/** Always visible, so that an administrator cannot mistake the environment or the account. */
export function ConsoleBar({ environment, person }: ConsoleBarProps) {
  return (
    <header className="sticky top-0 z-40 flex h-(--bar-height) items-center gap-2 bg-accent px-4 text-small text-on-accent">
      <strong className="font-semibold tracking-wide uppercase">{environment}</strong>
      <span>Console</span>
      <span className="ml-auto min-w-0 truncate">
        <span className="sr-only">Signed in as </span>
        {person.name}
      </span>
      <span className="rounded-small border border-current px-1.5 leading-5">
        {capitalised(person.role)}
      </span>
    </header>
  );
}
