import type { ServiceOutput } from '../drivers/adb/service-output.ts'
import type { ScreenFrame, ScreenSize } from '../drivers/device-driver.ts'
import type { LookResult } from './look-messages.ts'
import type { looks } from './looks.ts'
import type { ocrLooks } from './ocr/ocr-looks.ts'
import type { VideoPart } from './video-looks.ts'

/** The looks of each group of threads, by its name. */
export interface Pools {
  vision: typeof looks
  ocr: typeof ocrLooks
}

/** A frame is numbered by the one who requests it. */
export type ProcessRequest =
  | { frame: number; keep: ScreenFrame }
  /** A PNG. */
  | { frame: number; capture: ServiceOutput }
  | { frame: number; decode: VideoPart; screen: ScreenSize; phone: number }
  | { look: string; pool: keyof Pools; phone: number; frames: number[]; args: unknown }

export type ToProcess =
  | { id: number; request: ProcessRequest }
  /** The capture of this request is no longer needed. */
  | { stop: number }
  | { free: number }
  | { fit: number; screen: ScreenSize }

/** Undefined if a video could not be decoded. */
export type KeptFrame = (ScreenSize & { size: number }) | undefined

export type ProcessResult =
  | LookResult
  /** The phone disconnected during a capture. */
  | { cutOff: true }
  /** What a capture read contains no complete PNG. */
  | { noScreen: true }

export interface FromProcess {
  id: number
  result: ProcessResult
}
