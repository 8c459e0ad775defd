import { ButtonLink } from "@/components/ui/button";
import { Statement } from "@/components/ui/statement";

/** In place of a page that there is none of; whatever is around it has the landmark. */
export function PageNotFound() {
  return (
    <Statement
      state="attention"
      title="Page not found"
      actions={
        <ButtonLink href="/" className="self-start">
          Go to the overview
        </ButtonLink>
      }
    >
      <p className="text-quiet">
        The address may be mistyped, or the page may have moved. Check the address, or go back to
        the page that you came from.
      </p>
    </Statement>
  );
}
