import { useCallback, useEffect, useRef, useState } from 'react';

export type Upload<Details> = {
  file: File;
  details: Details;
  /** The uploaded share, from 0 to 1. */
  share: number;
  problem: Error | null;
};

/** Uploads one file and reports its progress. */
type UploadFile<Details> = (
  upload: { file: File; details: Details },
  onProgress: (share: number) => void,
  signal: AbortSignal,
) => Promise<void>;

/** The parallel uploads, by name. A failed upload keeps its file until the designer retries or cancels the upload. */
export function useUploads<Details>(uploadFile: UploadFile<Details>) {
  const [uploads, setUploads] = useState<Record<string, Upload<Details>>>({});
  const running = useRef(new Map<string, AbortController>());

  useEffect(() => {
    const all = running.current;
    return () => all.forEach((controller) => controller.abort());
  }, []);

  /** Removes the upload from the list, and aborts it if it is in progress. */
  const remove = useCallback((name: string) => {
    running.current.get(name)?.abort();
    running.current.delete(name);
    setUploads((before) => Object.fromEntries(Object.entries(before).filter(([other]) => other !== name)));
  }, []);

  const update = (name: string, change: Partial<Upload<Details>>) =>
    setUploads((before) => (before[name] ? { ...before, [name]: { ...before[name], ...change } } : before));

  const start = async (name: string, file: File, details: Details) => {
    running.current.get(name)?.abort();
    const controller = new AbortController();
    running.current.set(name, controller);
    setUploads((before) => ({ ...before, [name]: { file, details, share: 0, problem: null } }));
    try {
      await uploadFile({ file, details }, (share) => update(name, { share }), controller.signal);
      if (!controller.signal.aborted) remove(name);
    } catch (error) {
      if (controller.signal.aborted) return;
      running.current.delete(name);
      update(name, { problem: error instanceof Error ? error : new Error(String(error)) });
    }
  };

  return {
    uploads,
    start,
    remove,
    busy: Object.values(uploads).some(({ problem }) => !problem),
    retry: (name: string) => {
      const upload = uploads[name];
      if (upload) void start(name, upload.file, upload.details);
    },
  };
}
