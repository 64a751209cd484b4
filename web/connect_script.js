// Opens the Causeway connect page as a popup. `start` returns a promise of a connect session, from your own server:
//   button.onclick = () => CausewayConnect.open(() => fetch('/my/connect-session', { method: 'POST' }).then((r) => r.json()), console.log);
// The window opens inside the click, so no browser blocks it; its address is set later. `onEvent` gets { type:
// 'causeway.connect', status, sessionId, connectionId?, installationId? }.
window.CausewayConnect = {
  async open(start, onEvent) {
    const popup = window.open('', 'causeway-connect', 'popup,width=520,height=720');
    const { url } = await Promise.resolve().then(start).catch((error) => { popup?.close(); throw error; });
    const { origin } = new URL(url);
    window.removeEventListener('message', this.listener);
    this.listener = (event) => event.origin === origin && event.source === popup && event.data?.type === 'causeway.connect' && onEvent?.(event.data);
    window.addEventListener('message', this.listener);
    if (popup) popup.location.replace(url);
    else window.location.assign(url);
  },
};
