import { Fragment } from "react";

const MARKED = /(\*\*[^*]+\*\*|`[^`]+`)/;

/** Renders a line with `code` and **strong words**. */
export function Line({ text }: { text: string }) {
  return text.split(MARKED).map((part, index) => {
    const key = `${index} ${part}`;
    if (part.startsWith("**")) return <strong key={key}>{part.slice(2, -2)}</strong>;
    if (part.startsWith("`"))
      return (
        <code key={key} className="rounded-small bg-sunken px-1 font-mono text-small break-words">
          {part.slice(1, -1)}
        </code>
      );
    return <Fragment key={key}>{part}</Fragment>;
  });
}

function Block({ text }: { text: string }) {
  const [lead = "", ...items] = text.split(/\n- |^- /);
  return (
    <>
      {lead && (
        <p>
          <Line text={lead} />
        </p>
      )}
      {items.length > 0 && (
        <ul className="list-disc space-y-1 pl-5">
          {items.map((item) => (
            <li key={item}>
              <Line text={item} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Renders the document's descriptions: paragraphs and lists. */
export function Prose({ text }: { text: string }) {
  return (
    <div className="max-w-2xl space-y-3">
      {text.split("\n\n").map((block) => (
        <Block key={block} text={block} />
      ))}
    </div>
  );
}
