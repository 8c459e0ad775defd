"use client";

import { useState } from "react";
import { Button } from "./button";
import { CloseQuestion } from "./close-question";
import { useCopy } from "./use-copy";

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

const QUESTION = {
  text: "You have not copied the recovery codes. Continue anyway? They won’t be shown again.",
  stay: "Go back",
  leave: "I’ve saved them",
};

/** Shows the recovery codes, which replace a lost authenticator, once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const [isCopied, setCopied] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { outcome, copy } = useCopy(codes.join("\n"));
  const onCopy = async () => {
    if (await copy()) setCopied(true);
  };
  return (
    <div className="max-w-xl space-y-3">
      <p>
        Save these recovery codes somewhere safe, apart from your authenticator app. Each one
        replaces a code once. They won’t be shown again.
      </p>
      <ul
        onCopy={() => setCopied(true)}
        className="grid grid-cols-2 gap-x-6 gap-y-1 border-y border-line py-3 font-mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button look={isCopied ? "plain" : "primary"} onClick={onCopy}>
          {isCopied ? "Copy codes again" : "Copy codes"}
        </Button>
        <Button
          look={isCopied ? "primary" : "plain"}
          onClick={() => (isCopied ? onDone() : setAsking(true))}
        >
          Done
        </Button>
      </div>
      <p role="status" className="text-small text-quiet empty:hidden">
        {outcome === "Not copied" && "The browser could not copy the codes. Select and copy them."}
        {outcome !== "Not copied" && isCopied && "Copied."}
      </p>
      {isAsking && (
        <CloseQuestion question={QUESTION} onStay={() => setAsking(false)} onLeave={onDone} />
      )}
    </div>
  );
}
