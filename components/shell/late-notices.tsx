import { Toasts } from "@/components/ui/toasts";
import { LiveNotice } from "./live-notice";
import { SlowNotice } from "./slow-notice";

/** The notices that nothing on a page needs before a person does something. */
export function LateNotices() {
  return (
    <>
      <LiveNotice />
      <SlowNotice />
      <Toasts />
    </>
  );
}
