import { ButtonLink } from "@/components/ui/button";
import { Statement } from "@/components/ui/statement";

/** Shown for an unknown page; the surrounding layout has the landmark. */
export function PageNotFound() {
  return (
    <Statement
      state="attention"
      title="Page not found"
      actions={
        <ButtonLink href="/" className="self-start">
          Go to overview
        </ButtonLink>
      }
    >
      <p className="text-quiet">
        The address may be wrong, or the page may have moved. Check the address or go back.
      </p>
    </Statement>
  );
}
