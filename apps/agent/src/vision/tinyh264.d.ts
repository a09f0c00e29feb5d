declare module 'tinyh264/lib/TinyH264.js' {
  /** Functions of h264bsd in their own memory, in which addresses are numbers. */
  export interface TinyH264Module {
    /** Replaced when the memory grows. */
    readonly HEAPU8: Uint8Array
    readonly HEAP32: Int32Array
    _malloc(bytes: number): number
    _free(address: number): void
    _h264bsdAlloc(): number
    _h264bsdInit(storage: number, noOutputReordering: 0 | 1): number
    /** The places of the picture, its width and its height are filled with the result. */
    _h264bsdDecode(
      storage: number,
      bytes: number,
      length: number,
      picture: number,
      width: number,
      height: number,
    ): number
  }
  // biome-ignore lint/style/noDefaultExport: the package has one
  export default function tinyH264(): Promise<TinyH264Module>
}
