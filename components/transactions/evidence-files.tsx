"use client";

import { type DragEvent, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { ErrorPanel } from "@/components/ui/error-panel";
import { fileSize } from "@/components/ui/file-size";
import type { ApiData } from "@/lib/api/client/types";
import { useSubmission } from "@/lib/api/client/use-submission";
import { EVIDENCE_MEDIA_TYPES } from "@/lib/cards/disputes/files/rules";
import type { EvidenceUpload } from "./evidence-upload";

type EvidenceFile = ApiData<"listEvidenceFiles">["files"][number];

/** A file that was uploaded, with the button that removes it. */
function FileRow({ file }: { file: EvidenceFile }) {
  const { fileId, name, sizeBytes } = file;
  const { submit, isBusy, failure } = useSubmission("removeEvidenceFile", {
    onDone: () => undefined,
  });
  return (
    <li className="space-y-2 py-1">
      <div className="flex items-center justify-between gap-3">
        <span className="min-w-0 flex-1 text-small">
          <span className="block truncate" title={name}>
            {name}
          </span>
          <span className="text-quiet">{fileSize(sizeBytes)}</span>
        </span>
        <Button
          type="button"
          look="plain"
          size="compact"
          disabled={isBusy}
          onClick={() => submit({ params: { fileId } })}
          aria-label={`Remove ${name}`}
        >
          Remove
        </Button>
      </div>
      {failure && <ErrorPanel title="The file was not removed" failure={failure} />}
    </li>
  );
}

/** The uploaded files; nothing without any. */
function Uploaded({ files }: { files: readonly EvidenceFile[] }) {
  if (files.length === 0) return null;
  return (
    <ul className="clear-both divide-y divide-line">
      {files.map((file) => (
        <FileRow key={file.fileId} file={file} />
      ))}
    </ul>
  );
}

/** Why files were not uploaded. */
function Problems({ upload }: { upload: EvidenceUpload }) {
  const { problems, failure, failedName } = upload;
  return (
    <>
      <div role="alert" className="space-y-1 text-small text-failed empty:hidden">
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
      {failure && <ErrorPanel title={`${failedName} was not uploaded`} failure={failure} />}
    </>
  );
}

interface EvidenceFilesProps {
  upload: EvidenceUpload;
  files: readonly EvidenceFile[];
  maxFiles: number;
}

/** The files of a new dispute: chosen with a button or dropped, uploaded at once, and removed again. */
export function EvidenceFiles({ upload, files, maxFiles }: EvidenceFilesProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const isFull = files.length >= maxFiles;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isFull) upload.add([...event.dataTransfer.files]);
  };
  return (
    <fieldset
      aria-describedby={`${id}-note`}
      className={classNames(
        "min-w-0 space-y-2 rounded-large border border-dashed p-3",
        isOver ? "border-accent bg-sunken" : "border-line-strong",
      )}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <legend className="float-left mb-2 flex w-full justify-between text-small font-medium">
        Files <span className="font-normal text-quiet">Optional</span>
      </legend>
      <Uploaded files={files} />
      <input
        ref={input}
        type="file"
        hidden
        multiple={maxFiles > 1}
        accept={EVIDENCE_MEDIA_TYPES.join(",")}
        aria-label="Evidence files"
        onChange={({ target }) => {
          upload.add([...(target.files ?? [])]);
          // The same file can be chosen again after it was removed.
          target.value = "";
        }}
      />
      <div className="clear-both flex flex-wrap items-center gap-3">
        {!isFull && (
          <Button
            type="button"
            look="plain"
            size="compact"
            disabled={upload.uploading !== undefined}
            onClick={() => input.current?.click()}
          >
            {upload.uploading === undefined ? "Add files…" : "Uploading…"}
          </Button>
        )}
        <span className="text-small text-quiet" aria-live="polite">
          {upload.uploading !== undefined && `Uploading ${upload.uploading}…`}
        </span>
      </div>
      <p id={`${id}-note`} className="text-small text-quiet">
        {maxFiles === 1
          ? "One PDF, PNG or JPEG file of at most 5 MB. Combine several documents into one PDF."
          : `Up to ${maxFiles} PDF, PNG or JPEG files of at most 5 MB each: receipts, emails, photos.`}
      </p>
      <Problems upload={upload} />
    </fieldset>
  );
}
