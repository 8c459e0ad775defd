"use client";

import { type ReactNode, useState } from "react";
import { Button } from "./button";
import { CodeLine } from "./code-line";
import { Dialog, useClosing } from "./dialog";
import { useCopy } from "./use-copy";

interface ShownOnceProps {
  title: string;
  /** The text to copy; `label` names it: "the key". */
  text: string;
  label: string;
  /** What to do with the text. */
  children: ReactNode;
  onClose: () => void;
}

interface CopyOrCloseProps {
  text: string;
  /** "key" */
  noun: string;
  isCopied: boolean;
  onCopied: () => void;
}

function CopyOrClose({ text, noun, isCopied, onCopied }: CopyOrCloseProps) {
  const { askToClose } = useClosing();
  const { outcome, copy } = useCopy(text);
  const onCopy = async () => {
    if (await copy()) onCopied();
  };
  return (
    <>
      <div className="flex flex-col gap-2 sm:flex-row-reverse">
        <Button
          look={isCopied ? "plain" : "primary"}
          className="flex-1"
          data-first-focus=""
          onClick={onCopy}
        >
          {isCopied ? `Copy ${noun} again` : `Copy ${noun}`}
        </Button>
        <Button look={isCopied ? "primary" : "plain"} className="flex-1" onClick={askToClose}>
          Done
        </Button>
      </div>
      <p role="status" className="text-small text-quiet empty:hidden">
        {outcome === "Not copied" && "The browser could not copy the text. Select and copy it."}
        {outcome !== "Not copied" && isCopied && "Copied."}
      </p>
    </>
  );
}

/** Shows a secret or a link that cannot be shown again: closes once the text was copied, or after a question. */
export function ShownOnce({ title, text, label, children, onClose }: ShownOnceProps) {
  const [isCopied, setCopied] = useState(false);
  const onCopied = () => setCopied(true);
  const question = {
    text: `You have not copied ${label}. Close anyway? It won’t be shown again.`,
    stay: "Go back",
    leave: "Close without copying",
  };
  return (
    <Dialog title={title} question={isCopied ? undefined : question} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p>{children}</p>
        <CodeLine text={text} label={label} onCopied={onCopied} />
        <CopyOrClose
          text={text}
          noun={label.replace(/^the /, "")}
          isCopied={isCopied}
          onCopied={onCopied}
        />
      </div>
    </Dialog>
  );
}
