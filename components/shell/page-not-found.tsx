import { buttonNames } from "@/components/ui/button-look";
import { Statement } from "@/components/ui/statement";

interface PageNotFoundProps {
  /** The pages of the reader are those of the console. */
  isConsole?: boolean;
}

/** Shown for an unknown page; the surrounding layout has the landmark. */
export function PageNotFound({ isConsole = false }: PageNotFoundProps) {
  return (
    <Statement
      state="attention"
      title="Page not found"
      actions={
        <a href={isConsole ? "/admin" : "/"} className={buttonNames({}, "self-start")}>
          {isConsole ? "Go to queue" : "Go to overview"}
        </a>
      }
    >
      <p className="text-quiet">
        The address may be wrong, or the page may have moved. Check the address or go back.
      </p>
    </Statement>
  );
}
