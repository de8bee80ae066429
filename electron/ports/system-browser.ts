/** The person's own browser. Opening proves nothing (checklist B47): the answer comes back by other ways, or never. */
export interface SystemBrowser {
  /** Opens an https address, or http on loopback. Throws RolecallError `sign-in-browser-not-opened`. */
  open(url: URL): Promise<void>;
}
