"use client";

import { useCallback, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { saveFile } from "@/components/ui/save-file";
import { StateMark } from "@/components/ui/state-mark";
import { type ApiError, toApiError } from "@/lib/api/client/api-error";
import { downloadFile } from "@/lib/api/client/download-file";
import { signInIfEnded } from "@/lib/api/client/session-ended";
import { pressedLink } from "./pressed-link";

/** Most files are complete before this time. */
const QUIET_MS = 1_000;
const FRAME =
  "pointer-events-auto w-full max-w-md space-y-2 rounded-large border border-line-strong bg-surface p-3 text-small";

/** Downloads and saves a file. Returns why it could not. */
function useDownload(path: string, onEnd: () => void): ApiError | undefined {
  const [failure, setFailure] = useState<ApiError>();
  useEffect(() => {
    const leaving = new AbortController();
    const run = async () => {
      try {
        const { name, content } = await downloadFile(path, leaving.signal);
        saveFile(name, content);
        onEnd();
      } catch (error) {
        if (leaving.signal.aborted) return;
        const failed = toApiError(error);
        signInIfEnded(failed);
        setFailure(failed);
      }
    };
    void run();
    return () => leaving.abort();
  }, [path, onEnd]);
  return failure;
}

interface DownloadProps {
  id: string;
  path: string;
  /** Called when the download is complete, and when the person is done with it. */
  onEnd: (id: string) => void;
}

/** One download: its progress when it takes long, and why it failed. */
function Download({ id, path, onEnd }: DownloadProps) {
  const end = useCallback(() => onEnd(id), [id, onEnd]);
  const failure = useDownload(path, end);
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  if (failure)
    return (
      <div className={FRAME}>
        <ErrorPanel title="The file was not downloaded" failure={failure} />
        <Button look="plain" size="compact" onClick={end}>
          Close
        </Button>
      </div>
    );
  return (
    <div className={isLong ? FRAME : "sr-only"}>
      {/* Screen readers announce what changes in a region that is there before. */}
      <p role="status" className="flex items-center gap-2">
        {isLong && (
          <>
            <StateMark state="waiting" size={16} />
            Downloading. Keep this page open until the file is complete.
          </>
        )}
      </p>
      {isLong && (
        <Button look="plain" size="compact" onClick={end}>
          Stop download
        </Button>
      )}
    </div>
  );
}

/**
 * The downloads of this page. The page reads each file itself: a link would save the response to a refused request as a
 * file. While this part is not loaded yet, the browser follows the link.
 */
export function Downloads() {
  const [downloads, setDownloads] = useState<readonly { id: string; path: string }[]>([]);
  const end = useCallback(
    (id: string) => setDownloads((before) => before.filter((each) => each.id !== id)),
    [],
  );
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = pressedLink(event);
      if (!link?.hasAttribute("download") || !link.pathname.startsWith("/api/")) return;
      event.preventDefault();
      // The second click of a double click.
      if (event.detail > 1) return;
      const path = `${link.pathname}${link.search}`;
      const next = { id: crypto.randomUUID(), path };
      setDownloads((before) => [...before.filter((each) => each.path !== path), next]);
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, []);
  return downloads.map((each) => <Download key={each.id} {...each} onEnd={end} />);
}
