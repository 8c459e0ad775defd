import { CopyButton } from "./copy-button";

interface CodeLineProps {
  text: string;
  label: string;
  /** It is in the clipboard, by the button or by hand. */
  onCopied?: () => void;
}

/** A command to copy, as it is typed. Long ones wrap. */
export function CodeLine({ text, label, onCopied }: CodeLineProps) {
  return (
    <div className="flex items-start gap-2 rounded-large bg-sunken p-3 text-left">
      <code
        onCopy={onCopied}
        className="min-w-0 flex-1 font-mono text-small break-words whitespace-pre-wrap"
      >
        {text}
      </code>
      <CopyButton text={text} label={label} onCopied={onCopied} />
    </div>
  );
}
