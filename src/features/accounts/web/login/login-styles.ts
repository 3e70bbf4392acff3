// Stylesheets of the log-in form (login-template.tsx), bundled into the one that every page waits for.
import '#web/ui/banner.module.css';
import '#web/ui/dialog.module.css';
import '#web/ui/field.module.css';
import '#web/ui/status-dot.module.css';
import '#web/ui/text-button.module.css';
import '../account.module.css';
import '../human-check/person-check.module.css';
