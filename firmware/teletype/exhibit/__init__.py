# SPDX-License-Identifier: MIT
"""A device in a museum: visits, invitations, the operator, and what is counted."""
