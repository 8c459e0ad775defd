import { ButtonLink } from "@/components/ui/button";
import { Statement } from "@/components/ui/statement";

export const metadata = { title: "Nothing here" };

export default function NotFound() {
  return (
    <main className="mx-auto max-w-lg px-4 pb-12">
      <Statement
        state="attention"
        title="There is nothing at this address"
        actions={
          <ButtonLink href="/" className="self-start">
            Go to the overview
          </ButtonLink>
        }
      >
        <p className="text-quiet">
          It may have been mistyped or moved. Check the address, or go back to the page that you
          came from.
        </p>
      </Statement>
    </main>
  );
}
