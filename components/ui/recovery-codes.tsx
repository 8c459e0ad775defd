"use client";

import { useCallback, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "./button";
import { CloseQuestion } from "./close-question";
import { PrintSheet } from "./print-sheet";
import { recoveryFileName, recoveryText } from "./recovery-file";
import { saveFile } from "./save-file";
import { useCopy } from "./use-copy";
import { useLeaveGuard } from "./use-leave-guard";

interface RecoveryCodesProps {
  codes: readonly string[];
  /** The email of the account, for the saved copy. */
  account: string;
  onDone: () => void;
}

const QUESTION = {
  text: "You have not saved the recovery codes. Continue anyway? They won’t be shown again.",
  stay: "Go back",
  leave: "I’ve saved them",
};

interface SavingProps {
  codes: readonly string[];
  account: string;
  onSaved: () => void;
}

/** Three ways to save the codes. */
function Saving({ codes, account, onSaved }: SavingProps) {
  const [said, setSaid] = useState<string>();
  const [isPrinting, setPrinting] = useState(false);
  const { outcome, copy } = useCopy(codes.join("\n"));
  const set = () => ({
    codes,
    account,
    host: window.location.host,
    day: new Date().toISOString().slice(0, 10),
  });
  const save = (words: string) => {
    setSaid(words);
    onSaved();
  };
  const onCopy = async () => {
    if (await copy()) save("Copied.");
    else setSaid(undefined);
  };
  const onDownload = () => {
    const text = new Blob([recoveryText(set())], { type: "text/plain;charset=utf-8" });
    saveFile(recoveryFileName(set()), text);
    save("Downloaded.");
  };
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button look="plain" size="compact" onClick={onCopy}>
          Copy codes
        </Button>
        <Button look="plain" size="compact" onClick={onDownload}>
          Download .txt
        </Button>
        <Button look="plain" size="compact" onClick={() => setPrinting(true)}>
          Print
        </Button>
      </div>
      <p role="status" className="text-small text-quiet empty:hidden">
        {outcome === "Not copied"
          ? "The browser could not copy the codes. Download them, or select and copy them."
          : said}
      </p>
      {isPrinting && (
        <PrintSheet
          text={recoveryText(set())}
          onClose={() => {
            setPrinting(false);
            save("Printed. Check the paper before you continue.");
          }}
        />
      )}
    </>
  );
}

/** Shows the recovery codes, which replace a lost authenticator, once; leaving without saving them needs an answer. */
export function RecoveryCodes({ codes, account, onDone }: RecoveryCodesProps) {
  const [isSaved, setSaved] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const ask = useCallback(() => setAsking(true), []);
  useLeaveGuard(!isSaved, ask);
  const leave = () => {
    // The guard must be gone before another page opens, or the browser would ask once more.
    flushSync(() => setSaved(true));
    onDone();
  };
  return (
    <div className="max-w-xl space-y-4">
      <p>
        Save these recovery codes somewhere safe, apart from your authenticator app. Each one
        replaces a code once. They won’t be shown again.
      </p>
      <ul
        onCopy={() => setSaved(true)}
        className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-large bg-sunken p-4 font-mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Saving codes={codes} account={account} onSaved={() => setSaved(true)} />
      <Button look={isSaved ? "primary" : "plain"} onClick={isSaved ? onDone : ask}>
        Done
      </Button>
      {isAsking && (
        <CloseQuestion question={QUESTION} onStay={() => setAsking(false)} onLeave={leave} />
      )}
    </div>
  );
}
