import { Toasts } from "@/components/ui/toasts";
import { useLostFocus } from "@/components/ui/use-lost-focus";
import { Downloads } from "./downloads";
import { LiveNotice } from "./live-notice";
import { SlowNotice } from "./slow-notice";

/** What nothing on a page needs before a person does something: its notices, and the place of a lost focus. */
export function LateNotices() {
  useLostFocus();
  return (
    <>
      <LiveNotice />
      {/* At the top, because toasts are at the bottom. */}
      <div className="pointer-events-none fixed inset-x-4 top-[calc(var(--bar-height)+0.75rem)] z-40 flex flex-col items-start gap-2 lg:right-[28rem] lg:left-[236px]">
        <SlowNotice />
        <Downloads />
      </div>
      <Toasts />
    </>
  );
}
