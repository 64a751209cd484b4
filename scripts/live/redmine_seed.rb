# Fills an empty Redmine for the live test, and prints an administrator's key and the expected counts as JSON. `rails
# runner` runs it inside a copy of the application. A third of the issues are closed, and many issues have the same
# change time. So a read that gets only open issues, or only one record per change time, finds too few.
ISSUES = 730
# No mail and no background threads, because SQLite allows one writer at a time.
ActiveJob::Base.queue_adapter = :inline
ActionMailer::Base.perform_deliveries = false
Setting.notified_events = []
Setting.rest_api_enabled = '1'
Setting.login_required = '1'

admin = User.find_by(login: 'admin')
admin.update_columns(must_change_passwd: false, status: User::STATUS_ACTIVE)
User.current = admin

ActiveRecord::Base.transaction do
  (1..140).each do |n|
    person = User.new(firstname: "First#{n}", lastname: "Last#{n}", mail: "person#{n}@example.com", language: 'en')
    person.login = "person#{n}"
    person.password = person.password_confirmation = 'not a secret 1'
    person.status = n % 7 == 0 ? User::STATUS_LOCKED : User::STATUS_ACTIVE
    person.save!
  end
  projects = (1..3).map do |n|
    project = Project.new(name: "Project #{n}", identifier: "project-#{n}", trackers: Tracker.all, is_public: false)
    project.enabled_module_names = %w[issue_tracking time_tracking]
    project.save!
    (1..4).each { |v| project.versions.create!(name: "#{n}.#{v}") }
    project
  end

  open, closed = IssueStatus.where(is_closed: false).first, IssueStatus.where(is_closed: true).first
  (1..ISSUES).each do |n|
    issue = Issue.new(project: projects[n % 3], tracker: Tracker.first, subject: "Issue #{n} — ünïcode", author: admin)
    issue.priority = IssuePriority.first
    issue.status = open
    issue.save!(validate: false)
    moment = Time.utc(2026, 1, 1) + (n % 5) * 3600
    issue.update_columns(status_id: n % 3 == 0 ? closed.id : open.id, updated_on: moment, created_on: moment)
  end
  activity = TimeEntryActivity.first
  (1..120).each do |n|
    TimeEntry.new(project: projects[n % 3], user: admin, author: admin, activity: activity, hours: 0.25, spent_on: Date.new(2026, 1, 2))
             .save!(validate: false)
  end
end

puts JSON.generate(
  apiKey: admin.api_key,
  counts: {
    issues: Issue.count,
    projects: Project.count,
    users: User.logged.count,
    time_entries: TimeEntry.count,
    versions: Version.count,
    trackers: Tracker.count,
  },
)
