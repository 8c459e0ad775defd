import { CopyButton } from "./copy-button";

/** A command to copy, as it is typed. Long ones wrap. */
export function CodeLine({ text, label }: { text: string; label: string }) {
  return (
    <div className="flex items-start gap-2 rounded-large bg-sunken p-3 text-left">
      <code className="min-w-0 flex-1 font-mono text-small break-words whitespace-pre-wrap">
        {text}
      </code>
      <CopyButton text={text} label={label} />
    </div>
  );
}
