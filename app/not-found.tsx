import { PageNotFound } from "@/components/shell/page-not-found";

export const metadata = { title: "Page not found" };

export default function NotFound() {
  return (
    <main className="mx-auto max-w-lg px-4 pb-12">
      <PageNotFound />
    </main>
  );
}
