; rolecall: links on Windows. electron-builder's own installer leaves them out for one user, and leaves them behind when a
; program for everybody goes (field reports C05, C06). SHELL_CONTEXT is this user or the machine, as was chosen.
; The command is, letter by letter, what electron/app/link-handler.ts looks for: after "--" nothing is read as a switch.
!define ROLECALL_LINK_COMMAND '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "--" "%1"'

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\rolecall" "" "URL:Rolecall"
  WriteRegStr SHELL_CONTEXT "Software\Classes\rolecall" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\rolecall\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\rolecall\shell\open\command" "" '${ROLECALL_LINK_COMMAND}'
!macroend

; Another program's claim stays. The program itself may have written one for this user, whatever was chosen.
!macro rolecallForgetLinks ROOT
  ReadRegStr $0 ${ROOT} "Software\Classes\rolecall\shell\open\command" ""
  ${If} $0 == '${ROLECALL_LINK_COMMAND}'
    DeleteRegKey ${ROOT} "Software\Classes\rolecall"
  ${EndIf}
!macroend

!macro customUnInstall
  !insertmacro rolecallForgetLinks SHELL_CONTEXT
  !insertmacro rolecallForgetLinks HKCU
!macroend
