#!/usr/bin/python3
"""A window without a toolbar for WebKitWebDriver, since MiniBrowser's toolbar stops it at 447 px.

The driver reports no console lines, so a user script (the function in WEBKIT_WATCH) reports errors, rejections and policy
violations, and each line goes to the file named by WEBKIT_LOG. Argument: the width. Needs python3-gi and gir1.2-webkit2-4.1.
"""
import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

log = os.open(os.environ.get("WEBKIT_LOG", os.devnull), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
settings = WebKit2.Settings(enable_write_console_messages_to_stdout=True, enable_developer_extras=True)
window = Gtk.Window()
window.set_default_size(int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 1280, 900)


def write(_, value):
    os.write(log, (value.get_js_value().to_string() + "\n").encode())


def open_view(_session):
    content = WebKit2.UserContentManager()
    content.connect("script-message-received::say", write)
    content.register_script_message_handler("say")
    frames, start = WebKit2.UserContentInjectedFrames.ALL_FRAMES, WebKit2.UserScriptInjectionTime.START
    watch = f"({os.environ['WEBKIT_WATCH']})((line) => webkit.messageHandlers.say.postMessage(line))"
    content.add_script(WebKit2.UserScript.new(watch, frames, start, None, None))
    view = WebKit2.WebView(
        user_content_manager=content, web_context=context, is_controlled_by_automation=True, settings=settings
    )
    if window.get_child():
        window.remove(window.get_child())
    window.add(view)
    window.show_all()
    return view


def start_session(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("webkit-window")
    info.set_version(1, 0, 0)
    session.set_application_info(info)
    session.connect("create-web-view", open_view)


context.connect("automation-started", start_session)
window.connect("destroy", Gtk.main_quit)
Gtk.main()
