/** adb's names of phones that it reaches by network are addresses, or the names of their service (mDNS). */
export const isNetworkName = (serial: string): boolean => /:\d+$|\._adb/.test(serial)

/** An address of this computer is an emulator, or a phone behind a forwarded port. */
export const isOverNetwork = (serial: string): boolean =>
  isNetworkName(serial) && !/^(127\.|localhost|\[?::1)/.test(serial)
