import { PageNotFound } from "@/components/shell/page-not-found";
import { PublicPage } from "@/components/ui/public-page";

export const metadata = { title: "Page not found" };

export default function NotFound() {
  return (
    <PublicPage>
      <PageNotFound />
    </PublicPage>
  );
}
