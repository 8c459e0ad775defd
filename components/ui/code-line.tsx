import { CopyButton } from "./copy-button";

interface CodeLineProps {
  text: string;
  label: string;
  /** Called when the text was copied, by the button or by hand. */
  onCopied?: () => void;
}

/** A command to copy. Long ones wrap. */
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
