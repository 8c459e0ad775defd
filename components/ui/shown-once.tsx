import type { ReactNode } from "react";
import { Button } from "./button";
import { CodeLine } from "./code-line";
import { Dialog } from "./dialog";

interface ShownOnceProps {
  title: string;
  /** What is copied, and what it is: "the key". */
  text: string;
  label: string;
  /** What to do with it. */
  children: ReactNode;
  onClose: () => void;
}

/** A secret or a link, in the only moment in which it can be seen. */
export function ShownOnce({ title, text, label, children, onClose }: ShownOnceProps) {
  return (
    <Dialog title={title} isKept onClose={onClose}>
      <div className="space-y-4">
        <p>{children}</p>
        <CodeLine text={text} label={label} />
        <Button className="w-full" onClick={onClose}>
          I have copied it
        </Button>
      </div>
    </Dialog>
  );
}
