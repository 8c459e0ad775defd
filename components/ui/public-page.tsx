import type { ReactNode } from "react";
import { classNames } from "./class-names";
import { PRODUCT_NAME, ProductMark } from "./product";

const WIDTHS = { narrow: "max-w-sm", text: "max-w-lg", wide: "max-w-3xl" };

const LINK = "inline-flex min-h-9 items-center hover:text-text hover:underline underline-offset-4";

interface PublicPageProps {
  width?: keyof typeof WIDTHS;
  /** Says that the money is test money. */
  isSandbox?: boolean;
  children: ReactNode;
}

/** The page around what a person sees without the navigation of a dashboard: the product's name, and where to read on. */
export function PublicPage({ width = "text", isSandbox = false, children }: PublicPageProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      {isSandbox && (
        <aside
          aria-label="Environment"
          className="border-b border-line bg-waiting-faint px-4 py-0.5 text-center text-small text-waiting"
        >
          <strong className="font-semibold">Staging.</strong> Test money on test networks.
        </aside>
      )}
      <header className="px-4 py-3 sm:px-8 sm:py-5">
        <a href="/" className="inline-flex min-h-11 items-center gap-2 font-semibold">
          <ProductMark />
          {PRODUCT_NAME}
        </a>
      </header>
      <main className={classNames("mx-auto w-full flex-1 px-4 pb-12", WIDTHS[width])}>
        {children}
      </main>
      <footer className="px-4 py-3 sm:px-8 sm:py-5">
        <nav
          aria-label="Help"
          className="flex flex-wrap justify-center gap-x-6 text-small text-quiet"
        >
          <a href="/status" className={LINK}>
            Service status
          </a>
          <a href="/api/openapi.json" className={LINK}>
            OpenAPI document
          </a>
        </nav>
      </footer>
    </div>
  );
}
