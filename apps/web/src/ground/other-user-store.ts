import { create } from 'zustand'

/** The name of another user who has signed in, in another tab of this browser. */
export const useOtherUser = create<{ other: string | undefined }>(() => ({ other: undefined }))
